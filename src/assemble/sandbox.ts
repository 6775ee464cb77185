import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Seams } from '../assemble.js';
import { startSandbox, type RunningSandbox } from './demo.js';
import { seededRandom, type Random } from '../platform/random.js';
import {
  openStateFile,
  readSavedPlaces,
  readSavedVocabulary,
  SavedReferenceError,
  type FirstSteps,
  type SavedReference,
  type StateFile,
} from '../sandbox/sandbox.js';
import { generateKeyPair, publicKeyOf } from '../wire/keys.js';

export { SavedReferenceError, StateFileError } from '../sandbox/sandbox.js';

/** Options of `feedsync sandbox`. Files are given by path. */
export interface SandboxStart {
  /** 0 picks a free one. */
  port: number;
  /** An existing private key; without it, a key is generated. */
  key?: string;
  /** Where the generated key is stored [next to the state file, else in a temporary folder that is removed with the sandbox]. */
  folder?: string;
  /** Keeps the portal's state over restarts. */
  state?: string;
  /** Generates the same ids, keys and codes each time. */
  seed?: number;
  /** Files with saved bodies of GET /vocabularies and GET /places. */
  vocabulary?: string;
  places?: string;
  shuffleKeys?: boolean;
}

export interface OpenSandbox extends RunningSandbox {
  steps: FirstSteps;
  /** Absolute path. */
  keyFile: string;
}

/** A private key that cannot be read or generated; the message is for users. */
export class KeyFileError extends Error {
  override name = 'KeyFileError';
}

/**
 * Starts the sandbox portal with everything that a client needs to begin.
 * @throws KeyFileError, StateFileError, SavedReferenceError, and what listening throws
 */
export async function openSandbox(
  start: SandboxStart,
  seams: Pick<Seams, 'clock' | 'random' | 'transport'>,
): Promise<OpenSandbox> {
  const random = start.seed === undefined ? seams.random : seededRandom(start.seed);
  const reference = await readReference(start);
  const { keyFile, publicKey, forget } = await keyOf(start, random);
  const undo: (() => unknown)[] = [forget];
  try {
    const stateFile = start.state === undefined ? null : openStateFile(start.state);
    if (stateFile) undo.push(() => stateFile.close());
    const settings = { reference, shuffleKeys: start.shuffleKeys ?? false, ...(stateFile && { stateFile }) };
    const running = await startSandbox({ port: start.port, settings }, { ...seams, random });
    const steps = running.sandbox.firstSteps(publicKey);
    running.sandbox.save();
    return { ...running, steps, keyFile, close: () => closeAll(running, stateFile, forget) };
  } catch (error) {
    for (const step of undo) await step();
    throw error;
  }
}

async function closeAll(
  running: RunningSandbox,
  stateFile: StateFile | null,
  forget: () => Promise<void>,
): Promise<void> {
  await running.close();
  running.sandbox.save();
  stateFile?.close();
  await forget();
}

async function readReference({ vocabulary, places }: SandboxStart): Promise<SavedReference> {
  return {
    ...(vocabulary !== undefined && {
      vocabulary: readSavedVocabulary(await textOf(vocabulary), vocabulary),
    }),
    ...(places !== undefined && { places: readSavedPlaces(await textOf(places), places) }),
  };
}

async function textOf(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text !== null) return text;
  throw new SavedReferenceError(`The file ${file} cannot be read. Save the portal's reply into it first.`);
}

/** The key to sign with. A generated key is reused if its file still exists. */
async function keyOf(
  start: SandboxStart,
  random: Random,
): Promise<{ keyFile: string; publicKey: string; forget: () => Promise<void> }> {
  const stays = async (): Promise<void> => undefined;
  if (start.key !== undefined) {
    const pem = await readFile(start.key, 'utf8').catch(() => null);
    if (pem === null)
      throw new KeyFileError(`The key ${start.key} cannot be read. \`feedsync keygen\` makes one.`);
    return { keyFile: resolve(start.key), publicKey: publicHalf(pem, start.key), forget: stays };
  }
  const lasting = start.folder === undefined ? null : join(start.folder, 'key.pem');
  const keyFile = lasting ?? (start.state === undefined ? null : `${start.state}.key.pem`);
  if (keyFile !== null) {
    const pem = (await readFile(keyFile, 'utf8').catch(() => null)) ?? (await makeKey(keyFile, random));
    return { keyFile: resolve(keyFile), publicKey: publicHalf(pem, keyFile), forget: stays };
  }
  const folder = await mkdtemp(join(tmpdir(), 'feedsync-sandbox-'));
  const made = join(folder, 'key.pem');
  const publicKey = publicHalf(await makeKey(made, random), made);
  return { keyFile: made, publicKey, forget: () => rm(folder, { recursive: true, force: true }) };
}

async function makeKey(file: string, random: Random): Promise<string> {
  const { privateKeyPem } = generateKeyPair(random);
  await writeFile(file, privateKeyPem, { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new KeyFileError(
      `The key ${file} cannot be written (${code}). Name a folder that exists and that you may write to.`,
    );
  });
  return privateKeyPem;
}

function publicHalf(pem: string, file: string): string {
  try {
    return publicKeyOf(pem).publicKeyPem;
  } catch (error) {
    throw new KeyFileError(error instanceof Error ? error.message : `The key ${file} cannot be used.`);
  }
}
