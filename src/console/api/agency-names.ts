import { api } from './client.js';
import { useAnswer } from './queries.js';

/** The name of a connection's agency, for staff; the beginning of the id until it is known. */
export function useAgencyNames(): (connection: string) => string {
  const { data } = useAnswer(['connections'], (signal) => api.GET('/api/v1/connections', { signal }));
  const names = new Map(data?.connections.map(({ id, agency }) => [id, agency]));
  return (id) => names.get(id) ?? id.slice(0, 8);
}
