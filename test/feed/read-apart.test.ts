import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FeedFormat, RecordSurroundings } from '../../src/model/feed-format.js';
import { openSnapshot } from '../../src/feed/read-snapshot.js';
import type { SnapshotEnd, SnapshotOptions } from '../../src/feed/snapshot-reader.js';
import { createFileSpool } from '../../src/platform/files/file-spool.js';
import { ThreadError } from '../../src/platform/process/threads.js';
import { commaFormat } from './csv-of.js';
import { propertyFormat } from './snapshot-of.js';

/** Threads begin with a compiled module. */
const entry = new URL('../../dist/app/feed/read-thread.js', import.meta.url);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'feedsync-apart-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface Read {
  records: { raw: string; fingerprint: string }[];
  taken: unknown[];
  end: SnapshotEnd;
}

type ContextOf = (surroundings: RecordSurroundings) => Uint8Array;
const contextOf: ContextOf = ({ ancestors }) => Buffer.from(JSON.stringify(ancestors).slice(-40));

async function read(
  file: string | Uint8Array,
  format: FeedFormat,
  how: { thread: URL | null; options?: Partial<SnapshotOptions>; contexts?: ContextOf; doubts?: boolean },
): Promise<Read> {
  writeFileSync(join(folder, 'feed'), file);
  const spool = createFileSpool(folder);
  const reader = await openSnapshot(
    spool,
    'feed',
    { format, encoding: 'auto', lengthAnnounced: true, ...how.options },
    how.contexts ?? contextOf,
    { limits: { windowBytes: 700, neededBytesMax: 5_000, recordsPerBlock: 3 }, thread: how.thread },
  );
  const result: Omit<Read, 'end'> = { records: [], taken: [] };
  try {
    for await (const block of reader.blocks()) {
      const indices = [...Array(block.count).keys()];
      result.taken.push({ ...block.take(indices.toReversed()), bytes: null });
      for (const index of indices) {
        const fingerprint = block.fingerprints.subarray(index * 16, (index + 1) * 16);
        result.records.push({
          raw: Buffer.from(block.raw(index)).toString('latin1'),
          fingerprint: Buffer.from(fingerprint).toString('hex'),
        });
      }
    }
    if (how.doubts === true) reader.doubt();
    return { ...result, end: reader.end() };
  } finally {
    await reader.close();
  }
}

const format = { ...propertyFormat, records: ['root/property', 'root/town/property'] };

/** Records of all lengths, in places of their own. */
function document(records: number, closed = true): string {
  const list = Array.from({ length: records }, (_, n) => {
    const record = `<property><id>${n}</id><t>${'text '.repeat((n * 37) % 300)}</t></property>`;
    return n % 10 === 4 ? `<town name="t${n % 3}">${record}</town>` : record;
  });
  return `<root><made>today</made>${list.join('\n')}${closed ? '</root>' : ''}`;
}

describe('a file that is read on another thread', () => {
  it('has the same records, fingerprints, surroundings and end', async () => {
    const [here, apart] = [
      await read(document(200), format, { thread: null }),
      await read(document(200), format, { thread: entry }),
    ];
    expect(apart).toEqual(here);
    expect(apart.records).toHaveLength(200);
    expect(apart.end).toMatchObject({ completeness: 'complete', header: { made: 'today' } });
  });

  it('is decoded before, and has bad bytes where it has them here', async () => {
    const list = { ...commaFormat, delimiter: ';', columns: ['id'] };
    const rows = Array.from({ length: 50 }, (_, n) => `${n};Kuća ${'š'.repeat(n)}`).join('\r\n');
    for (const file of [
      Buffer.from(`id;t\r\n${rows}`, 'utf16le'),
      Buffer.from(`id;t\r\n${rows}`, 'latin1'),
    ]) {
      const options = { encoding: file[1] === 0 ? 'utf-16le' : 'utf-8' } as const;
      const apart = await read(file, list, { thread: entry, options });
      expect(apart).toEqual(await read(file, list, { thread: null, options }));
      expect(apart.records.length).toBeGreaterThan(40);
    }
  });

  it.each([
    ['is cut', document(30, false), {}],
    ['holds a record that is too long', `<root><property>${'x'.repeat(9_000)}</property></root>`, {}],
    ['holds no records', '<root></root>', {}],
    ['is doubted', document(30), { doubts: true }],
  ])('says the same where it %s', async (_, file, how) => {
    const here = await read(file, format, { thread: null, ...how });
    expect(here.end.completeness).toBe('incomplete');
    expect(await read(file, format, { thread: entry, ...how })).toEqual(here);
  });

  it('is hashed under an empty context too', async () => {
    const contexts: ContextOf = () => new Uint8Array();
    const here = await read(document(20), format, { thread: null, contexts });
    expect(await read(document(20), format, { thread: entry, contexts })).toEqual(here);
  });

  it('is let go where nobody says under which context its records are', async () => {
    const contexts: ContextOf = () => {
      throw new Error('no context');
    };
    await expect(read(document(20), format, { thread: entry, contexts })).rejects.toThrow('no context');
  });

  it('fails as a thread does where it cannot be read there', async () => {
    const broken = join(folder, 'broken.mjs');
    writeFileSync(broken, "throw new Error('no memory');");
    const reading = read(document(20), format, { thread: pathToFileURL(broken) });
    await expect(reading).rejects.toThrow(new ThreadError('no memory'));
  });
});
