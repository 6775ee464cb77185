import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the server of the run listens. */
    postgres: string;
  }
}

/** Around the whole run: one server for all the files of a project. */
export default async function runPostgres(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  project.provide('postgres', server.folder);
  return () => server.stop();
}
