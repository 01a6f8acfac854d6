/**
 * A GPU's NVLinks are inactive where its siblings' are active (`nvidia-smi nvlink -s`): all rings run at its pace.
 * All links of all GPUs inactive on NVLink boards: the fabric manager does not run. Source: reference of nvlink -s,
 * nccl-tests threads (inactive links of H100 PCIe are its normal wiring: compare siblings).
 */
import { runsOf } from '../analysis/concerned.ts'
import { inactiveNvlinks, nvlinksSeen } from '../analysis/inactive-nvlinks.ts'
import { rule } from './rule.ts'

export const nvlinkDown = rule({
  id: 'nvlink-down',
  needs: ['host-facts'],
  check: (facts) =>
    inactiveNvlinks(facts).map(({ host: { name: host }, gpu, name, down, active, siblings, all }) => ({
      severity: 'error',
      confidence: siblings > 1 ? 'certain' : 'likely',
      ...(host === undefined ? {} : { subject: host }),
      concerns: runsOf(facts, [host]),
      values: {
        ...(host === undefined ? {} : { host }),
        gpu,
        name,
        down: down.map(({ link }) => link),
        active,
        of: active + down.length,
        siblings,
        all,
      },
      evidence: down.map(({ place }) => place).slice(0, 4),
      explains: [
        'gpu-asymmetry',
        'nvlink-errors',
        'bandwidth-below-expected',
        'collectives-disagree',
        'slow-node',
        'nvlink-unused',
      ],
    })),
  looked: nvlinksSeen,
})
