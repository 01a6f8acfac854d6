/** Signs of a network that is faster than the one in use. */
/** What the findings about the network need, as NCCL's log tells it. Rates in bytes/s. */
/** What says that a faster network was meant to be there. */
export type FasterSign = 'device' | 'interface' | 'plugin' | 'setting' | 'port' | 'other-host'
