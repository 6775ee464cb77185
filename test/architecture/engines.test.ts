import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

interface Locked {
  optional?: boolean;
  deprecated?: string;
  engines?: { node?: string };
}

/** npm's own comparison of versions, which a package that is used here brings along. */
const semver = createRequire(resolve('node_modules/dependency-cruiser/package.json'))('semver') as {
  satisfies: (version: string, range: string) => boolean;
};

/** The first release of each line of Node.js that feedsync runs on, and the one in the image. */
const supported = ['20.19.0', '22.14.0', '24.0.0', '24.21.0'];

/** What `npm ci` warns of on some supported Node.js. It leaves out an optional package that does not fit, without a word. */
function warnings(packages: Record<string, Locked>): string[] {
  return Object.entries(packages).flatMap(([path, { optional, deprecated, engines }]) => [
    ...(deprecated === undefined ? [] : [`${path} is deprecated`]),
    ...supported
      .filter((version) => optional !== true && !semver.satisfies(version, engines?.node ?? '*'))
      .map((version) => `${path} does not fit Node.js ${version}`),
  ]);
}

it('npm ci warns of no package, on any Node.js that feedsync runs on', async () => {
  const { packages } = JSON.parse(await readFile('npm-shrinkwrap.json', 'utf8')) as {
    packages: Record<string, Locked>;
  };
  expect(Object.keys(packages).length).toBeGreaterThan(400);
  expect(warnings(packages)).toEqual([]);
  // Without this mark npm warns on Node.js 20.
  const driver = { ...packages['node_modules/better-sqlite3-13'], optional: false };
  expect(warnings({ driver })).toEqual(['driver does not fit Node.js 20.19.0']);
});
