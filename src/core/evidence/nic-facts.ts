/** What ibstat, ibstatus, ibv_devinfo, ethtool and sysfs say of a NIC. */
import type { BytesPerSecond } from '../base/units.ts'
import type { Place } from './place.ts'

export interface PortFact {
  readonly is: 'port'
  /** "mlx5_0" */
  readonly device: string
  readonly port: number
  /** In lower case: "active", "down", "initializing". */
  readonly state?: string
  /** In lower case: "linkup", "polling", "disabled". */
  readonly physicalState?: string
  /** 400 Gb/s is 50e9. */
  readonly rate?: BytesPerSecond
  readonly linkLayer?: 'infiniband' | 'ethernet'
  /** "MT4129" */
  readonly model?: string
  readonly firmware?: string
  readonly subnetManager?: boolean
  readonly activeMtuBytes?: number
  readonly maxMtuBytes?: number
  /** The line with the rate or the state. */
  readonly place: Place
}

/** `ip link`, `ifconfig`: the MTU of a network interface. */
export interface AddressFact {
  readonly is: 'interface'
  readonly name: string
  readonly mtuBytes: number
  readonly up: boolean
  readonly place: Place
}

/** `ethtool -S`, /sys/class/infiniband/…/hw_counters: a counter that is not zero, or that matters at zero. */
export interface CounterFact {
  readonly is: 'counter'
  readonly device: string
  readonly name: string
  readonly value: number
  readonly place: Place
}
