import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What release 0.1.0 wrote: `write-release.ts` says how. */
export const releaseFolder = 'test/upgrade/0.1.0';

/** The parts of a release that a deployment is run with; of an older one the same modules, as they were. */
export type Release = Pick<typeof import('../../src/assemble.js'), 'openApp' | 'systemSeams'> &
  Pick<typeof import('../../src/assemble/server.js'), 'startServer'> &
  Pick<typeof import('../../src/cli/cli.js'), 'runCli'> &
  Pick<typeof import('../../src/config/load.js'), 'loadConfig' | 'diskDeps'> &
  Pick<typeof import('../../src/sandbox/sandbox.js'), 'createSandbox' | 'openStateFile'> &
  Pick<typeof import('../../src/server/api/app.js'), 'createApi'>;

/** The parts of a release that make listings of records. */
export type Mapper = Pick<typeof import('../../src/core/content/places.js'), 'createReference'> &
  Pick<typeof import('../../src/feed/parse-case.js'), 'parseCase'> &
  Pick<typeof import('../../src/mapping/check/case-record.js'), 'caseText'> &
  Pick<typeof import('../../src/mapping/compile/load-mapping.js'), 'loadMapping'>;

/** @param folder of a checkout, with its node_modules */
export function loadRelease(folder: string): Promise<Release> {
  return loadParts<Release>(folder, {
    assemble: ['openApp', 'systemSeams'],
    'assemble/server': ['startServer'],
    'cli/cli': ['runCli'],
    'config/load': ['loadConfig', 'diskDeps'],
    'sandbox/sandbox': ['createSandbox', 'openStateFile'],
    'server/api/app': ['createApi'],
  });
}

export function loadMapper(folder: string): Promise<Mapper> {
  return loadParts<Mapper>(folder, {
    'core/places': ['createReference'],
    'feed/parse-case': ['parseCase'],
    'mapping/case-record': ['caseText'],
    'mapping/load-mapping': ['loadMapping'],
  });
}

/** @throws where a part is not there: none may silently be this checkout's */
async function loadParts<Parts extends object>(
  folder: string,
  names: Readonly<Record<string, readonly (keyof Parts)[]>>,
): Promise<Parts> {
  const parts: Partial<Parts> = {};
  for (const [file, wanted] of Object.entries(names)) {
    const url = pathToFileURL(join(folder, 'src', `${file}.ts`)).href;
    const loaded = (await import(url)) as Partial<Parts>;
    for (const name of wanted) {
      if (typeof loaded[name] !== 'function') throw new Error(`${file} lacks ${String(name)}`);
      Object.assign(parts, { [name]: loaded[name] });
    }
  }
  return parts as Parts;
}
