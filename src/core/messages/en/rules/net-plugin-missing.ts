/** English: net-plugin-missing. */
import type { NetPluginMissingValues } from '../../../rules/path/net-plugin-missing.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/network.ts'

export const netPluginMissing: RuleText<NetPluginMissingValues> = {
  name: 'the plugin of the cluster’s network is missing',
  about:
    'Error on several hosts, else a warning. On EFA, Slingshot and GPUDirect-TCPX NCCL needs a plugin; without it, it goes on over TCP. On InfiniBand and RoCE it needs none.',

  title: ({ fabric, failed, hosts }, print) =>
    `NCCL's plugin for ${FABRIC[fabric].name} ${failed ? 'did not start' : 'is not found'}${on(hosts, print)}: it falls back to TCP`,
  cause: ({ fabric }) => `the plugin for ${FABRIC[fabric].name} is missing`,
  detail: ({ fabric, sign }) =>
    `${sign} belongs to a cluster with ${FABRIC[fabric].name}; there "libnccl-net.so" is not optional, since NCCL itself cannot use that network. (On InfiniBand and RoCE the same line is harmless.)`,
  actions: ({ fabric }) => [
    `Install ${FABRIC[fabric].plugin} in the image and put its folder into LD_LIBRARY_PATH of all ranks`,
    'ldconfig -p | grep nccl-net, on each host and in the container: is libnccl-net.so found?',
    FABRIC[fabric].devices,
  ],
  verify: ({ fabric }) => `The log says "Using network ${FABRIC[fabric].network}"`,
  explained: {
    knownBy:
      'No libnccl-net.so in the log, beside variables or interfaces of EFA, Slingshot or GPUDirect-TCPX.',
    costs: 'TCP instead of the fabric: a tenth of the bandwidth or less.',
    todo: 'Install the plugin in the image; LD_LIBRARY_PATH on all ranks.',
    verify: '"Using network AWS Libfabric", or what the plugin calls itself.',
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
    devices: 'The receive daemon must run beside the job (rxdm)',
    network: 'FasTrak',
  },
} as const
