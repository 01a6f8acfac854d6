/** English: net-plugin-missing. */
import type { NetPluginMissingValues } from '../../../rules/path/net-plugin-missing.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/network.ts'

export const netPluginMissing: RuleText<NetPluginMissingValues> = {
  name: 'the NCCL plugin for the cluster’s network is missing',
  about:
    'Error on several hosts, otherwise a warning. On EFA, Slingshot and GPUDirect-TCPX, NCCL needs a plugin and falls back to TCP without it. On InfiniBand and RoCE it needs none.',

  title: ({ fabric, failed, hosts }, print) =>
    `NCCL's plugin for ${FABRIC[fabric].name} ${failed ? 'did not start' : 'was not found'}${on(hosts, print)}: NCCL falls back to TCP`,
  cause: ({ fabric }) => `the plugin for ${FABRIC[fabric].name} is missing`,
  detail: ({ fabric, sign }) =>
    `${sign} indicates a cluster with ${FABRIC[fabric].name}. NCCL cannot use that network on its own, so it needs "libnccl-net.so". (On InfiniBand and RoCE the same log line is harmless.)`,
  actions: ({ fabric }) => [
    `Install ${FABRIC[fabric].plugin} in the image and add its directory to LD_LIBRARY_PATH of all ranks`,
    'ldconfig -p | grep nccl-net, on each host and in the container: is libnccl-net.so found?',
    FABRIC[fabric].devices,
  ],
  verify: ({ fabric }) => `The log says "Using network ${FABRIC[fabric].network}"`,
  explained: {
    knownBy:
      'The log shows no libnccl-net.so, but there are variables or interfaces of EFA, Slingshot or GPUDirect-TCPX.',
    costs: 'Traffic uses TCP instead of the fabric: a tenth of the bandwidth or less.',
    todo: 'Install the plugin in the image, and set LD_LIBRARY_PATH for all ranks.',
    verify: 'The log says "Using network AWS Libfabric", or the name of your plugin’s network.',
  },
}

const FABRIC = {
  efa: {
    name: 'EFA',
    plugin: 'aws-ofi-nccl and libfabric (EFA installer)',
    devices: 'fi_info -p efa: are the devices visible (/dev/infiniband/uverbs*)?',
    network: 'AWS Libfabric',
  },
  slingshot: {
    name: 'Slingshot',
    plugin: 'aws-ofi-nccl built with libfabric’s cxi provider',
    devices: 'fi_info -p cxi: are the devices visible?',
    network: 'AWS Libfabric',
  },
  tcpx: {
    name: 'GPUDirect-TCPX',
    plugin: 'the GPUDirect-TCPX or TCPXO plugin of the machine type',
    devices: 'The receive daemon (rxdm) must run alongside the job',
    network: 'FasTrak',
  },
} as const
