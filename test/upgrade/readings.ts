import type { Deployment } from './deployment.js';
import { connections } from './first-life.js';
import type { ApiDocument } from './openapi-kept.js';

/** What the API answered to a reading. */
export interface Reading {
  /** `office GET /feeds`: whose token, and what was asked. */
  asked: string;
  status: number;
  document: unknown;
}

const { primer, csv, kyero } = connections;

/** By the path of the document: what is asked of it. Streams are left out. */
export const readings: Readonly<Record<string, readonly string[]>> = {
  '/session': ['/session'],
  '/users': ['/users'],
  '/audit': ['/audit?limit=200'],
  '/tokens': ['/tokens'],
  '/overview': ['/overview'],
  '/feeds': ['/feeds'],
  '/runs': ['/runs?limit=30', '/runs?feed=primer&kind=poll&limit=3'],
  '/unmapped': ['/unmapped', '/unmapped?feed=cvece'],
  '/quality': ['/quality'],
  '/feeds/{name}': ['/feeds/primer', '/feeds/cvece', '/feeds/costa', '/feeds/novi', '/feeds/nothing'],
  '/feeds/{name}/polls/{id}': ['/feeds/cvece/polls/1'],
  '/listings': [
    '/listings',
    `/listings?connection=${csv}`,
    '/listings?standing=on_portal&limit=3',
    '/listings?q=limanu',
  ],
  '/search': ['/search?q=A0001', '/search?q=dvosoban', '/search?q=N-2'],
  '/listings/{connection}/{id}': [
    ...['A0001', 'A0003', 'A0005', 'A0014', 'A0015:review', 'A0016:rejected', 'A0017:moderated'],
  ]
    .map((id) => `/listings/${primer}/${encodeURIComponent(id)}`)
    .concat(
      `/listings/${csv}/C2`,
      `/listings/${csv}/C4`,
      `/listings/${kyero}/F-1`,
      `/listings/${kyero}/K-104`,
    ),
  '/holds': ['/holds', '/holds?state=all', `/holds?connection=${csv}`],
  '/holds/{id}': ['/holds/1', '/holds/2', '/holds/3', '/holds/99'],
  '/situation': ['/situation'],
  '/home': ['/home', `/home?connection=${csv}`],
  '/connections': ['/connections'],
  '/connections/{id}': [`/connections/${primer}`, `/connections/${csv}`, `/connections/${kyero}`],
  '/feeds/{name}/expected': ['/feeds/cvece/expected', '/feeds/primer/expected'],
  '/feeds/{name}/words': ['/feeds/cvece/words', '/feeds/primer/words?unknown=true', '/feeds/novi/words'],
  '/feeds/{name}/mapping': [
    '/feeds/primer/mapping',
    '/feeds/cvece/mapping',
    '/feeds/costa/mapping',
    '/feeds/novi/mapping',
  ],
  '/feeds/{name}/changes': ['/feeds/cvece/changes', '/feeds/costa/changes', '/feeds/novi/changes'],
  '/connections/{id}/reconciles/{number}': [`/connections/${primer}/reconciles/1`],
  '/portal': ['/portal'],
  '/vocabulary': ['/vocabulary'],
  '/settings': ['/settings'],
  '/charts/size': ['/charts/size?feed=primer'],
  '/charts/items': ['/charts/items', `/charts/items?connection=${csv}`],
  '/charts/delay': ['/charts/delay?feed=primer'],
  '/logs': [`/logs?connection=${kyero}&limit=3`],
  '/agencies': ['/agencies', '/agencies?q=drugi'],
  '/agencies/{name}': ['/agencies/novi', '/agencies/drugi'],
  '/agencies/{name}/statements': ['/agencies/novi/statements'],
  '/agencies/{name}/setup': ['/agencies/novi/setup', '/agencies/drugi/setup'],
  '/mapping-schema': ['/mapping-schema'],
};

export const streams = ['/events', '/logs/live'];

/** Paths of a document that can be read. */
export function readablePaths({ paths }: ApiDocument): string[] {
  return Object.entries(paths)
    .filter(([, methods]) => 'get' in methods)
    .map(([path]) => path.replace('/api/v1', ''));
}

/** Asks for all of them, as administrator and as an agency. */
export async function runReadings(deployment: Deployment): Promise<Reading[]> {
  await deployment.start();
  const found: Reading[] = [];
  for (const label of ['admin', 'office'])
    for (const path of Object.values(readings).flat()) {
      const { status, document } = await deployment.api(label, 'GET', path);
      found.push({ asked: `${label} GET ${path}`, status, document });
    }
  await deployment.stop();
  return found;
}
