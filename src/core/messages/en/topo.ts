/** English: `ringscope topo`. */
import type { TopoTexts } from '../topo.ts'
import { list, plural } from './phrases/words.ts'

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
  links: ({ gpus, links }) => `all ${gpus} GPUs have ${links} ${plural(links, 'NVLink')}`,
  fewerLinks: ({ gpu, links, others }) =>
    `${gpu} has ${links} ${plural(links, 'NVLink')}, while the other GPUs have ${others}`,
  nicsNear: ({ nics, paths }) =>
    `all ${nics} NICs reach a GPU without crossing the CPU (${paths.join(', ')})`,
  moreNics: ({ nics }) => `${nics} more ${plural(nics, 'NIC')} with --verbose`,
  nicFar: ({ nic, path }) =>
    `${nic} reaches every GPU through the CPU (${path}): no GPUDirect RDMA, about two thirds of its rate`,
  gpuWithoutNic: ({ gpus }) => `no NIC under the PCIe switch of ${list(gpus)}`,
  meshOnly: ({ gpu, reached, of }) =>
    `each GPU (such as ${gpu}) reaches ${reached} of ${of} others directly by NVLink`,
  noMatrix:
    'no topology was found in the input: expected the output of nvidia-smi topo -m, or an NCCL topology file',
  wide: ({ columns }, print) => `the matrix of ${print.count(columns)} columns is shown with --verbose`,
  graph: {
    labels: {
      links: 'links between',
      switch: 'switch',
      linkedTo: 'linked to',
      diameter: 'Longest path',
      mean: 'Mean path',
      ports: 'Each rank',
      halves: 'Halves',
      supposed: 'Assumed',
      next: 'next',
    },
    legend: 'Number of links on the shortest path from rank to rank.',
    diameter: ({ hops, seconds, from, to }, print) =>
      `${linksText(hops, print.count(hops))}, ${print.duration(seconds)}: ${from} to ${to}`,
    mean: ({ hops, from }, print) =>
      from === undefined
        ? `${linksText(hops, print.number(hops))}, over all pairs of ranks`
        : `${linksText(hops, print.number(hops))} from ${from}, since there are too many pairs to examine all`,
    ports: ({ least, most, bandwidth }, print) =>
      least === most
        ? `sends over ${linksText(most, print.count(most))}, ${print.rate(bandwidth)} at once`
        : `sends over ${print.count(least)} to ${print.count(most)} links, at least ${print.rate(bandwidth)} at once`,
    halves: ({ bandwidth, links, inside }, print) =>
      `${print.rate(bandwidth)} each way (${linksText(links, print.count(links))}) at the narrowest cut found: ${inside} against the rest`,
    noHalves: 'not computed for so many links',
    supposed: ({ what }) =>
      what.length === 2
        ? 'bandwidth and latency of the links: --bandwidth, --latency'
        : what[0] === 'bandwidth'
          ? 'bandwidth of the links: --bandwidth'
          : 'latency of the links: --latency',
  },
}

const linksText = (count: number, printed: string): string => `${printed} ${plural(count, 'link')}`
