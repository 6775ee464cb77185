import { spawnSync } from 'node:child_process';

/** Tests that start the shipped entry point find it built from the source at hand; type errors are another check's to tell. */
export default function build(): void {
  spawnSync('npx', ['--no-install', 'tsc', '--project', 'tsconfig.json'], { stdio: 'ignore' });
}
