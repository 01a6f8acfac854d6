/**
 * struct msghdr of sendmsg(2) with two struct iovec: two pieces of memory that leave as one, as 64-bit Linux lays it out (<bits/socket.h> and
 * <bits/types/struct_iovec.h> of glibc; musl's is the same for counts below 2^31):
 *
 *   byte 0 name, 8 its length, 16 pointer to the iovecs, 24 how many, 32 control, 40 its length, 48 flags
 *   byte 56 the iovecs, each a pointer and a length
 */
const IOVEC_AT = 56
const IOVEC_BYTES = 16

export const MSGHDR_BYTES = IOVEC_AT + 2 * IOVEC_BYTES

/**
 * Writes the message to `at` of the view, which lies at `address` in the process; so do the pieces at `first` and `second`. Plain
 * numbers, since a message is sent without allocating anything.
 */
export function writeMsghdr(
  view: DataView,
  at: number,
  address: number,
  first: number,
  firstBytes: number,
  second: number,
  secondBytes: number,
): void {
  for (let byte = 0; byte < IOVEC_AT; byte += 8) writeWord(view, at + byte, 0)
  writeWord(view, at + 16, address + IOVEC_AT)
  writeWord(view, at + 24, 2)
  writeWord(view, at + IOVEC_AT, first)
  writeWord(view, at + IOVEC_AT + 8, firstBytes)
  writeWord(view, at + IOVEC_AT + IOVEC_BYTES, second)
  writeWord(view, at + IOVEC_AT + IOVEC_BYTES + 8, secondBytes)
}

/** 64 bits of a number below 2^53; a BigInt would be allocated each time. */
function writeWord(view: DataView, at: number, value: number): void {
  view.setUint32(at, value % 2 ** 32, true)
  view.setUint32(at + 4, Math.floor(value / 2 ** 32), true)
}
