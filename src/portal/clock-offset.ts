/**
 * Milliseconds by which the portal's clock is ahead of ours, from the Date header of a reply. The header is truncated to the second and
 * was written at some time between sending and receiving. Clocks that are equal within this uncertainty count as equal: 0.
 * @param date value of the header, in epoch milliseconds
 * @param sentAt epoch milliseconds by our clock
 * @param receivedAt epoch milliseconds by our clock
 */
export function clockOffsetMs(date: number, sentAt: number, receivedAt: number): number {
  const least = date - receivedAt;
  const most = date + 999 - sentAt;
  return least <= 0 && most >= 0 ? 0 : Math.round((least + most) / 2);
}
