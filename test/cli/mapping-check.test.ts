import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemSeams } from '../../src/assemble.js';
import { runCli } from '../../src/cli/cli.js';
import { systemMachine } from '../../src/cli/terminal.js';
import { silentLog } from '../../src/platform/log/log.js';
import { ads, estateFeed } from '../support/estate-feed.js';
import { World } from '../support/world.js';
import { run } from './command-line.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'feedsync-check-'));
});
afterEach(() => rm(folder, { recursive: true }));

const mapping = `name: own
version: 1
format: { container: xml, root: ads, records: ads/ad }
source_id: '@id'
transaction: { const: sale }
values:
  plot: { from: plot, number: true }
  floor: { from: floor, number: true }
numbers: { decimal: '.' }
fields:
  title.sr: title
  price.amount: [{ from: price }, { const: 1 }, { from: cost }]
  structure.area_sqm: { from: $plot, when: plot > 0 }
  structure.heating: { from: heat, table: heating }
tables:
  heating:
    vocabulary: heating
    words: { gas: [Gas], magic: [Wizardry, Witchcraft] }
  colours: { words: { red: blue } }
`;

const cases = `reference:
  vocabulary: { heating: { h1: [Gas] } }
  places: []
cases:
  - name: A house at a price
    record: '<ad id="1"><title>A house</title><price>5</price></ad>'
    expect:
      kind: invalid
      issues: []
  - name: A record that cannot be read
    record: '<ad id="1"><title>A house</ad>'
    expect: { kind: invalid }
`;

async function files(text: { mapping?: string; cases?: string }): Promise<string> {
  const file = join(folder, 'own.yaml');
  await writeFile(file, text.mapping ?? mapping);
  if (text.cases !== undefined) await writeFile(join(folder, 'own.cases.yaml'), text.cases);
  return file;
}

/** On a machine where nothing is configured. */
async function bare(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const printed = { out: '', err: '' };
  const code = await runCli([...argv, '--config', join(folder, 'none.yaml')], {
    env: {},
    user: 'tester',
    out: (text) => void (printed.out += text),
    err: (text) => void (printed.err += text),
    createLog: () => silentLog,
    machine: systemMachine,
    createSeams: systemSeams,
    onStop: () => () => undefined,
    onReload: () => () => undefined,
  });
  return { code, ...printed };
}

describe('mapping check', () => {
  it('runs the cases of every preset where nothing is named', async () => {
    const { code, out } = await bare('mapping', 'check');
    expect(out).toMatch(/^estate-sistem, version \d+: \d+ cases passed\.$/m);
    expect(out).toContain('The store has no copy of its vocabulary');
    expect(code, out).toBe(0);
  });

  it('names what a case expected and what came, with its place, and what in the mapping does nothing', async () => {
    const file = await files({ cases });
    const { code, out } = await bare('mapping', 'check', file);
    expect(code).toBe(1);
    expect(out).toContain('own, version 1: 2 of 2 cases failed.');
    expect(out).toMatch(/own\.cases\.yaml:5:5 A house at a price\n {4}issues: expected \[\], got \[/);
    expect(out).toMatch(/own\.cases\.yaml:10:5 A record that cannot be read\n {4}The case cannot be read: /);
    expect(out.match(/hint: .*/g)).toEqual([
      expect.stringMatching(/own\.yaml:19:3 The table "colours" is never used\.$/),
      expect.stringMatching(/own\.yaml:8:3 The value "floor" is never used\.$/),
      expect.stringMatching(/own\.yaml:12:49 This is never reached/),
    ]);
    const document = JSON.parse((await bare('mapping', 'check', file, '--json')).out) as object;
    expect(document).toMatchObject({
      ok: false,
      portal_words: false,
      mappings: [{ name: 'own', cases: 2, failed: [{ line: 5, name: 'A house at a price' }, { line: 10 }] }],
    });
  });

  it('tells mistakes of a mapping or its cases with line and column, as bad configuration', async () => {
    const file = await files({ mapping: mapping.replace('table: heating', 'table: heat') });
    const wrong = await bare('mapping', 'check', file);
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringMatching(/own\.yaml:14:\d+ .*heat/)]);
    await files({ cases: cases.replace('kind: invalid', 'kind: nonsense') });
    const cased = await bare('mapping', 'check', join(folder, 'own.cases.yaml'));
    expect([cased.code, cased.err]).toEqual([2, expect.stringMatching(/own\.cases\.yaml:8:\d+/)]);
    const gone = await bare('mapping', 'check', join(folder, 'gone.yaml'), '--json');
    expect([gone.code, JSON.parse(gone.out)]).toMatchObject([2, { error: { mappings: [{ cases: 0 }] } }]);
  });

  it('warns of targets that the portal has no word for, by the copy of its words', async () => {
    const world = await World.create();
    try {
      world.feed.body = estateFeed(ads(1));
      await world.round();
      const { code, out } = await run(world, 'mapping', 'check', await files({}));
      expect(code).toBe(0);
      expect(out.match(/warning: .*/g)).toEqual([
        expect.stringMatching(
          /own\.yaml:18:26 The table "heating" points to "Wizardry" or "Witchcraft", and the portal has no such heating\.$/,
        ),
      ]);
      expect(out).toContain('no cases (');
    } finally {
      await world.close();
    }
  });
});
