/** Where a setting of NCCL was found. */
/** Where a variable was set, for "on gpu-07, in nccl.conf". */
export interface SettingSource {
  readonly host?: string
  readonly from: 'environment' | 'command' | 'file' | 'benchmark' | 'log'
}
