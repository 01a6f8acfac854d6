/** Where conditions and figures of the rules about settings stand. */
import type { SettingsFindings } from './findings-settings.ts'

export const SETTINGS_SOURCES: Readonly<Record<keyof SettingsFindings, readonly string[]>> = {
  'env-unknown': ['NVIDIA/nccl, tags 2.3.5 to 2.30.7', 'ROCm/rccl src/'],
  'env-override': [
    'NCCL user guide, Environment Variables',
    'nccl #428 #1403 #2409',
    'nccl-tests #74 #228',
    'aws-ofi-nccl #65 #76',
  ],
  'env-not-propagated': ['mpirun(1), OpenMPI: -x', 'srun(1): --export'],
  'stale-config-file': ['NCCL user guide, Environment Variables: /etc/nccl.conf and ~/.nccl.conf'],
  'buffsize-too-small': ['NCCL user guide: NCCL_BUFFSIZE', 'NCCL src/misc/param.cc', 'nccl #391 #1739'],
}
