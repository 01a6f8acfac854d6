/** GPU models by their PCI device id, as topology files name them (pci.ids of pciutils). */

const NVIDIA: Readonly<Record<string, string>> = {
  '15f9': 'P100-SXM2',
  '1db1': 'V100-SXM2',
  '1db5': 'V100-SXM2',
  '1db8': 'V100-SXM3',
  '1db4': 'V100-PCIe',
  '1db6': 'V100-PCIe',
  '1eb8': 'T4',
  '20b0': 'A100-SXM4',
  '20b2': 'A100-SXM4-80GB',
  '20b3': 'A100-SXM4-80GB',
  '20f1': 'A100-PCIe',
  '20b5': 'A100-PCIe',
  '20f3': 'A800-SXM4',
  '2235': 'A40',
  '2230': 'A6000',
  '2236': 'A10',
  '2237': 'A10G',
  '2204': 'RTX3090',
  '2684': 'RTX4090',
  '2330': 'H100-SXM5',
  '2331': 'H100-PCIe',
  '2324': 'H800-SXM5',
  '2335': 'H200-SXM5',
  '2901': 'B200',
}

const AMD: Readonly<Record<string, string>> = {
  '738c': 'MI100',
  '7408': 'MI250X',
  '740c': 'MI250X',
  '740f': 'MI210',
  '74a1': 'MI300X',
  '74a5': 'MI325X',
}

/** A key of gpus.ts; undefined for a model that is not in the table. Ids as the files write them: "0x10de", "0x2330". */
export function gpuModelOfPci(vendor: string, device: string): string | undefined {
  const id = device.replace(/^0x/i, '').toLowerCase()
  return /10de$/i.test(vendor) ? NVIDIA[id] : /1002$/.test(vendor) ? AMD[id] : undefined
}
