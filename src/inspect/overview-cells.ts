import type { Millis } from '../model/millis.js';
import type { ConnectionStatus, FeedStatus } from './status.js';

/** How one medium dresses what the overview says; numbers are the same everywhere. */
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

/** A feed's row under `feedHeadings`, beginning with its name. */
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

export const connectionHeadings = ['status', 'to send', 'to take off', 'items this hour'];

/** A connection's cells under `connectionHeadings`. @param age how long until there is room again */
export function connectionCells<Cell>(
  { connection, outbox, itemsSpent, itemsLimit, roomAt }: ConnectionStatus,
  state: (state: string) => Cell,
  age: (at: Millis) => string,
): (Cell | number | string)[] {
  const limit = itemsLimit === null ? '' : ` of ${itemsLimit}`;
  const room = roomAt === null ? '' : `, room ${age(roomAt)}`;
  return [state(connection.status), outbox.upserts, outbox.removals, `${itemsSpent}${limit}${room}`];
}
