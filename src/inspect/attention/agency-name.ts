import type { ConnectionRecord } from '../../model/connection.js';

/** The agency's name at the portal; the connection's id until the connection is first read, and for an empty name. */
export function agencyName(connection: ConnectionRecord | null, id: string): string {
  const name = connection?.remote?.agency.name ?? '';
  return name === '' ? id : name;
}

/** Returns a function from a connection's id to its agency's name. For a connection that is not listed, it returns the id. */
export function agencyNames(connections: readonly ConnectionRecord[]): (id: string) => string {
  const names = new Map(connections.map((row) => [row.id, agencyName(row, row.id)]));
  return (id) => names.get(id) ?? id;
}
