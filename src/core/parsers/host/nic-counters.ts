/**
 * Counters of NICs: `ethtool -S eth0`, and those of InfiniBand and RoCE ports under /sys/class/infiniband as `grep .`
 * prints them. (Names: Linux Documentation/networking/device_drivers/…/mlx5/counters.rst; rdma-core.)
 */
import type { HostParser } from '../parser.ts'

/** Traffic, drops, pauses, marks, retries, link errors; thousands of others are left out. */
const KEPT =
  /^(?:out_of_sequence|packet_seq_err|local_ack_timeout_err|rnr_nak_retry_err|implied_nak_seq_err|duplicate_request|out_of_buffer|roce_adp_retrans|roce_adp_retrans_to|roce_slow_restart|np_cnp_sent|np_ecn_marked_roce_packets|rp_cnp_handled|rp_cnp_ignored|req_cqe_error|resp_cqe_error|req_transport_retries_exceeded|rx_icrc_encapsulated|symbol_error|link_downed|link_error_recovery|local_link_integrity_errors|port_rcv_errors|port_rcv_remote_physical_errors|port_xmit_discards|port_xmit_wait|excessive_buffer_overrun_errors|VL15_dropped|port_xmit_data|port_rcv_data|rx_discards_phy|tx_discards_phy|rx_crc_errors_phy|rx_symbol_err_phy|rx_out_of_buffer|rx_prio\d_(?:discards|pause|cong_discard)|tx_prio\d_pause|rx_pause_ctrl_phy|tx_pause_ctrl_phy|rx_steer_missed_packets|link_down_events_phy|rx_packets_phy|tx_packets_phy|module_bad_shorted|tx_pause_storm_\w+|rx_pcs_symbol_err_phy|rx_corrected_bits_phy)$/

const SYSFS = /^\/sys\/class\/infiniband\/([\w.-]+)\/ports\/\d+\/(?:hw_)?counters\/(\w+):\s*(\d+)\s*$/

export const nicCounters: HostParser = {
  kind: 'host',
  id: 'nic-counters',
  title: 'ethtool -S, counters of InfiniBand and RoCE ports',
  begins: (text) => text.startsWith('/sys/class/infiniband/') || text.startsWith('NIC statistics:'),
  read(emit, { command, input }) {
    // `ethtool -S eth0` does not repeat the name; several in one file are told apart by "# eth0" or the prompt.
    let device = /\bethtool\s+-S\s+(\S+)/.exec(command)?.[1] ?? inName(input)
    let inStatistics = false
    return {
      line(text, place) {
        const [, port, counter, count] = text.startsWith('/sys/') ? (SYSFS.exec(text) ?? []) : []
        if (port !== undefined && counter !== undefined) {
          if (KEPT.test(counter))
            emit({ is: 'counter', device: port, name: counter, value: Number(count), place: place() })
          return
        }
        const named = /^(?:#+ ?|== ?)([a-z][\w.-]*)\s*(?:==)?$/.exec(text)?.[1]
        if (named !== undefined) device = named
        if (text.startsWith('NIC statistics:')) inStatistics = true
        const [, name, value] = inStatistics ? (/^\s+(\w+): (\d+)\s*$/.exec(text) ?? []) : []
        if (name !== undefined && KEPT.test(name))
          emit({ is: 'counter', device: device ?? 'NIC', name, value: Number(value), place: place() })
      },
    }
  },
}

/** "ethtool-S-ens1f0.txt" */
const inName = (input: string): string | undefined =>
  /ethtool[-_.](?:S[-_.])?([a-z][a-z0-9]+)\.\w+$/i.exec(input)?.[1]
