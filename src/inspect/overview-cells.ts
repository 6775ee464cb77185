import type { Millis } from '../model/millis.js';
import type { ConnectionStatus, FeedStatus } from './status.js';

/** How one medium, text or HTML, formats the cells of the overview. Numbers are the same in all. */
export interface CellFormat<Cell> {
  time: (at: Millis | null) => Cell;
  state: (state: string) => Cell;
}

export const feedHeadings = [
  'feed',
  'life',
  'live',
  'pending',
  'refused',
  'invalid',
  'last complete poll',
  'next poll',
];

/** A feed's row for `feedHeadings`, starting with its name. */
export function feedCells<Cell>(
  name: Cell,
  { feed, published, pending, refused, invalid }: FeedStatus,
  { time, state }: CellFormat<Cell>,
): (Cell | number)[] {
  return [
    name,
    state(feed.life),
    published,
    pending,
    refused,
    invalid,
    time(feed.lastCompleteAt),
    time(feed.nextPollAt),
  ];
}

export const connectionHeadings = ['status', 'to send', 'to remove', 'items this hour'];

/** A connection's cells for `connectionHeadings`. @param age formats the time until there is room again */
export function connectionCells<Cell>(
  { connection, outbox, itemsSpent, itemsLimit, roomAt }: ConnectionStatus,
  state: (state: string) => Cell,
  age: (at: Millis) => string,
): (Cell | number | string)[] {
  const limit = itemsLimit === null ? '' : ` of ${itemsLimit}`;
  const room = roomAt === null ? '' : `, room ${age(roomAt)}`;
  return [state(connection.status), outbox.upserts, outbox.removals, `${itemsSpent}${limit}${room}`];
}
