import { execFileSync } from 'node:child_process';

/** Tests that start the shipped entry point find it built from the source at hand. */
export default function build(): void {
  execFileSync('npx', ['--no-install', 'tsc', '--project', 'tsconfig.json'], { stdio: 'inherit' });
}
