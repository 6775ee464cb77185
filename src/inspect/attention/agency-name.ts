import { ownValue } from '../../model/own-value.js';
import type { ConnectionRecord } from '../../model/connection.js';

/** The agency's name as the portal knows it; the connection's id until its first reading. */
export function agencyName(connection: ConnectionRecord | null, id: string): string {
  const name = ownValue(connection?.remote?.agency, 'name');
  return typeof name === 'string' && name !== '' ? name : id;
}

/** The same for any of these connections by its id. */
export function agencyNames(connections: readonly ConnectionRecord[]): (id: string) => string {
  const names = new Map(connections.map((row) => [row.id, agencyName(row, row.id)]));
  return (id) => names.get(id) ?? id;
}
