/**
 * How far the portal's clock is ahead of ours, in milliseconds, from a reply's Date header. The header is cut to the second and
 * was written somewhere between sending and receiving: within that play the clocks count as equal.
 * @param date what the header says · @param sentAt, receivedAt by our clock · all epoch milliseconds
 */
export function clockOffsetMs(date: number, sentAt: number, receivedAt: number): number {
  const least = date - receivedAt;
  const most = date + 999 - sentAt;
  return least <= 0 && most >= 0 ? 0 : Math.round((least + most) / 2);
}
