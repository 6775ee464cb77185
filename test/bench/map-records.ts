import { createReadStream, readFileSync } from 'node:fs';

import { join } from 'node:path';
import { parseRecord } from '../../src/feed/parse-record.js';
import { loadMapping, type CompiledMapping } from '../../src/mapping/compile/load-mapping.js';
import { sandboxReference } from '../mapping/sandbox-reference.js';

/**
 * Parses every record of a Kyero export as a poll does, one by one in this thread, and maps it where a mapping is given: what mapping
 * adds to parsing, without splitting, comparing and storing.
 * @returns how many records there were
 */
export async function readRecords(path: string, mappingName: string | null): Promise<number> {
  const mapping = mappingName === null ? null : loadShipped(mappingName);
  const { reference } = sandboxReference();
  const surroundings = { header: {}, ancestors: [] };
  let records = 0;
  for await (const record of recordsOf(path, 'property')) {
    const parsed = parseRecord(record, surroundings);
    if (!parsed.ok) throw new Error(parsed.reason);
    const mapped = mapping?.map(parsed.record, { reference, photoMax: 64 });
    if (mapped && mapped.kind !== 'mapped') throw new Error(`a record became ${mapped.kind}`);
    records++;
  }
  return records;
}

export async function* recordsOf(path: string, name: string): AsyncGenerator<Buffer> {
  const [start, end] = [`<${name}>`, `</${name}>`];
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    rest = Buffer.concat([rest, chunk as Buffer]);
    let from = 0;
    for (let to = rest.indexOf(end); to !== -1; to = rest.indexOf(end, from)) {
      yield rest.subarray(rest.indexOf(start, from), to + end.length);
      from = to + end.length;
    }
    rest = rest.subarray(from);
  }
}

export function loadShipped(name: string): CompiledMapping {
  const file = join(process.cwd(), 'mappings', `${name}.yaml`);
  const overrides = {
    tables: {},
    constants: { 'price.currency': 'EUR', 'rent.currency': 'EUR', 'rent.type': 'long_term' },
    answers: { mandate_attested: true, owner_lives_nearby: false },
    idPrefix: '',
    timezone: 'Europe/Belgrade',
  };
  const loaded = loadMapping(readFileSync(file, 'utf8'), { file, overrides });
  if (!loaded.ok) throw new Error(loaded.errors.map(({ message }) => message).join('; '));
  return loaded.mapping;
}
