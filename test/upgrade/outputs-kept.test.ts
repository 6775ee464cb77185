import { describe, expect, it } from 'vitest';
import { offeredCommands } from '../cli/offered-commands.js';
import { judge } from './announced.js';
import { commandLists, runCommands, type Output } from './commands.js';
import { changed } from './json-kept.js';
import { keptValue } from './kept-files.js';
import type { ApiDocument } from './openapi-kept.js';
import { readablePaths, readings, runReadings, streams, type Reading } from './readings.js';
import { withKeptDeployment } from './todays-release.js';

describe('on the store of 0.1.0', () => {
  it.each(['looking', 'changing'] as const)(
    'every command prints with --json what it printed then: %s',
    async (name) => {
      const kept = await keptValue<Output[]>(`outputs-${name}`);
      const now = await withKeptDeployment((deployment) => runCommands(commandLists[name], deployment));
      expect(now.map(nameOf)).toEqual(kept.map(nameOf));
      const lines = kept.flatMap((output, index) => [
        ...(now[index]?.code === output.code
          ? []
          : [`${nameOf(output)}: exit code was ${output.code}, is ${now[index]?.code}`]),
        ...changed(output.document, now[index]?.document).map((line) => `${nameOf(output)}: ${line}`),
      ]);
      const own = lines.filter((line) => !isDrawnByPortal(line));
      expect(judge(own, `outputs-${name}`)).toEqual({ unannounced: [], unused: [] });
    },
    120_000,
  );

  it('the API answers each reading as it did then, an administrator and an agency', async () => {
    const kept = await keptValue<Reading[]>('readings');
    const now = await withKeptDeployment(runReadings);
    expect(now.map(({ asked }) => asked)).toEqual(kept.map(({ asked }) => asked));
    const lines = kept.flatMap(({ asked, status, document }, index) => [
      ...(now[index]?.status === status ? [] : [`${asked}: status was ${status}, is ${now[index]?.status}`]),
      ...changed(document, now[index]?.document).map((line) => `${asked}: ${line}`),
    ]);
    expect(judge(lines, 'readings')).toEqual({ unannounced: [], unused: [] });
  });

  it('each reading of the API of 0.1.0 is among them', async () => {
    const paths = readablePaths(await keptValue<ApiDocument>('openapi'));
    expect([...Object.keys(readings), ...streams].sort()).toEqual(paths.sort());
  });

  it('each command is among them', async () => {
    const kept = [
      ...(await keptValue<Output[]>('outputs-looking')),
      ...(await keptValue<Output[]>('outputs-changing')),
    ];
    // The first begins with a feed of its own, and prints no more than the sandbox does; the others did not exist.
    const others = ['demo', 'confirm', 'close', 'users mail', 'report'];
    const missing = (await offeredCommands()).filter(
      (name) => !kept.some(({ command }) => `${command} `.startsWith(`${name} `)) && !others.includes(name),
    );
    expect(missing).toEqual([]);
  });
});

/** The portal draws connection codes and ids: which one comes depends on what it drew before. */
function nameOf({ command }: Output): string {
  return command.replace(/PX(-\w{4}){3}/u, '{code}');
}

const drawnByPortal = [
  'agencies show treci: connection.id',
  'connect {code}: connection.id',
  'connect short: error.request_id',
];

/** True where one id that the portal drew stands for another. */
function isDrawnByPortal(line: string): boolean {
  const place = line.replace(/ was "[\da-f-]{36}", is "[\da-f-]{36}"$/u, '');
  return drawnByPortal.includes(place);
}

describe('the comparison of documents', () => {
  const document = {
    ...{ name: 'a', count: 2, at: null, rows: [{ id: 1 }, { id: 2, title: 'x' }, { id: 3 }] },
    inner: { list: ['a', 'b'] },
  };
  const rows = document.rows;

  it.each<[string, object, string[]]>([
    ['nothing in the same', {}, []],
    ['nothing in what was added to an object', { more: 1, inner: { list: ['a', 'b'], more: 2 } }, []],
    ['a part that is gone', { name: undefined }, ['name was "a", is nothing']],
    ['another type', { at: '2026' }, ['at was null, is "2026"']],
    ['another value', { count: 3 }, ['count was 2, is 3']],
    ['an element that is gone', { rows: rows.slice(0, 2) }, ['rows[2] is gone: {"id":3}']],
    ['one element more', { rows: [...rows, { id: 4 }] }, ['rows has {"id":4} too']],
    ['one that came in between', { rows: [{ id: 0 }, ...rows] }, ['rows has {"id":0} too']],
    [
      'a change in one element',
      { rows: [rows[0], { id: 2, title: 'y' }, rows[2]] },
      ['rows[1].title was "x", is "y"'],
    ],
    [
      'another order',
      { inner: { list: ['b', 'a'] } },
      ['inner.list has "b" too', 'inner.list[1] is gone: "b"'],
    ],
  ])('finds %s', (_what, change, lines) => {
    expect(changed(document, { ...document, ...change })).toEqual(lines);
  });

  it('finds a name that is not there at all', () => {
    const { name: _gone, ...rest } = document;
    expect(changed(document, rest)).toEqual(['name is gone']);
  });
});
