import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Tests that start the shipped entry point find it built from the source at hand; type errors are another check's to tell. */
export default function build(): void {
  spawnSync('npx', ['--no-install', 'tsc', '--project', 'tsconfig.json'], { stdio: 'ignore' });
  // `npm test` builds it anew.
  const vite = ['--no-install', 'vite', 'build', '--config', '.config/vite.console.config.ts'];
  if (!existsSync('dist/console/index.html')) spawnSync('npx', vite, { stdio: 'ignore' });
}
