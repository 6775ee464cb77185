import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Tests that start the shipped entry point find it built from the source at hand; type errors are another check's to tell. */
export default function build(): void {
  const program = spawnSync('npm', ['run', '--silent', 'build:program'], { encoding: 'utf8' });
  if (program.status !== 0) throw new Error(`The program cannot be built: ${program.stderr}`);
  // `npm test` builds it anew.
  const vite = ['--no-install', 'vite', 'build', '--config', '.config/vite.console.config.ts'];
  const asShipped = { ...process.env, NODE_ENV: 'production' };
  if (!existsSync('dist/console/index.html')) spawnSync('npx', vite, { stdio: 'ignore', env: asShipped });
}
