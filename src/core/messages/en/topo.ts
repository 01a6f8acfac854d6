/** English: `ringscope topo`. */
import type { TopoTexts } from '../topo.ts'

export const topo: TopoTexts = {
  labels: {
    nic: 'NIC',
    nearest: 'nearest GPUs',
    path: 'path',
    rate: 'usable',
    equal: 'In order',
    unequal: 'Notice',
    paths: 'between',
    pairs: 'pairs',
  },
  between: { 'gpu-gpu': 'GPU to GPU', 'gpu-nic': 'GPU to NIC' },
  head: ({ first, more }) =>
    `${first.charAt(0).toUpperCase()}${first.slice(1)}${more > 0 ? `, and ${more} more` : ''}.`,
  legend: 'NV12: 12 NVLinks. PIX, PXB: PCIe switches only. PHB, NODE: through a CPU. SYS: across CPUs.',
  links: ({ gpus, links }) => `all ${gpus} GPUs have ${links} NVLinks`,
  fewerLinks: ({ gpu, links, others }) => `${gpu} has ${links} NVLinks, its siblings have ${others}`,
  nicsNear: ({ nics, paths }) => `all ${nics} NICs reach a GPU below the CPU (${paths.join(', ')})`,
  moreNics: ({ nics }) => `${nics} more NICs with --verbose`,
  nicFar: ({ nic, path }) =>
    `${nic} reaches every GPU through the CPU (${path}): no GPUDirect RDMA, about two thirds of its rate`,
  gpuWithoutNic: ({ gpus }) => `no NIC under the PCIe switch of ${gpus.join(', ')}`,
  meshOnly: ({ gpu, reached, of }) =>
    `each GPU (${gpu} for one) reaches ${reached} of ${of} others by NVLink directly`,
  noMatrix: 'no topology was found in the input: neither nvidia-smi topo -m nor a topology file of NCCL',
  wide: ({ columns }, print) => `the matrix of ${print.count(columns)} columns is shown with --verbose`,
}
