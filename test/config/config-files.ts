import { formatProblem } from '../../src/config/problems.js';
import { loadConfig, type ConfigDeps, type LoadedConfig } from '../../src/config/load.js';
import type { Config } from '../../src/config/schema.js';

export const connection = '6f0c1d2e-1111-4222-8333-444455556666';

export const portal = `portal:
  base_url: https://portal.example/v1
  key_id: px_test
  private_key_file: portal.pem
`;

/** Files by path, instead of the disk. */
export function filesOf(
  files: Readonly<Record<string, string>>,
  env: Record<string, string> = {},
): ConfigDeps {
  return {
    env,
    readFile: async (path) => {
      const text = files[path];
      if (text === undefined) throw new Error('no such file');
      return text;
    },
    listFiles: async (path) => {
      const names = Object.keys(files).filter((file) => file.startsWith(`${path}/`));
      if (names.length === 0) throw new Error('no such folder');
      return names.map((file) => file.slice(path.length + 1));
    },
  };
}

export function load(text: string, env: Record<string, string> = {}): Promise<LoadedConfig> {
  return loadConfig('feedsync.yaml', filesOf({ 'feedsync.yaml': text }, env));
}

export async function goodConfig(text: string, env: Record<string, string> = {}): Promise<Config> {
  const loaded = await load(text, env);
  if (!loaded.ok) throw new Error(loaded.problems.map(formatProblem).join('\n'));
  return loaded.config;
}

export async function problemLines(text: string, env: Record<string, string> = {}): Promise<string[]> {
  const { problems } = await load(text, env);
  return problems.map(formatProblem);
}
