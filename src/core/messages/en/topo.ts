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
  graph: {
    labels: {
      links: 'links between',
      switch: 'switch',
      linkedTo: 'linked to',
      diameter: 'Longest way',
      mean: 'Mean way',
      ports: 'Each rank',
      halves: 'Halves',
      supposed: 'Supposed',
      next: 'next',
    },
    legend: 'How many links lie on the shortest way from rank to rank.',
    diameter: ({ hops, seconds, from, to }, print) =>
      `${linksText(hops, print.count(hops))}, ${print.duration(seconds)}: ${from} to ${to}`,
    mean: ({ hops, from }, print) =>
      from === undefined
        ? `${linksText(hops, print.number(hops))}, over all pairs of ranks`
        : `${linksText(hops, print.number(hops))} from ${from}; there are too many pairs to look at all`,
    ports: ({ least, most, bandwidth }, print) =>
      least === most
        ? `sends over ${linksText(most, print.count(most))}, ${print.rate(bandwidth)} at once`
        : `sends over ${print.count(least)} to ${print.count(most)} links, at least ${print.rate(bandwidth)} at once`,
    halves: ({ bandwidth, links, inside }, print) =>
      `${print.rate(bandwidth)} each way (${linksText(links, print.count(links))}), at the narrowest found: ${inside}, and the others`,
    noHalves: 'not worked out for so many links',
    supposed: ({ what }) =>
      what.length === 2
        ? 'bandwidth and latency of the links: --bandwidth, --latency'
        : what[0] === 'bandwidth'
          ? 'bandwidth of the links: --bandwidth'
          : 'latency of the links: --latency',
  },
}

const linksText = (count: number, printed: string): string => `${printed} ${count === 1 ? 'link' : 'links'}`
