import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { generateKeyPair } from '../../wire/keys.js';
import type { Answer } from '../answer.js';
import type { Bind } from '../bind.js';
import type { Context } from '../context.js';
import { CliError } from '../exit.js';

const defaultFile = 'feedsync-key.pem';

export function addCommands(program: Command, bind: Bind): void {
  program
    .command('keygen')
    .summary('Create a key for the portal')
    .description(
      'Create an Ed25519 key: write the private half to a file, print the public half to register.',
    )
    .argument('[file]', 'File for the private key; never overwritten', defaultFile)
    .action(bind(keygen));
}

async function keygen(context: Context, [file = defaultFile]: readonly string[]): Promise<Answer> {
  const { privateKeyPem, publicKeyPem, publicKey } = generateKeyPair(context.machine.random);
  await writeFile(file, privateKeyPem, { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    throw cannotWrite(file, error);
  });
  return {
    text: `The private key is in ${file} (only you can read it; put it under portal.private_key_file).\nRegister its public half at the portal:\n\n${publicKeyPem}\nor, raw: ${publicKey}`,
    json: { private_key_file: file, public_key: publicKey, public_key_pem: publicKeyPem },
  };
}

function cannotWrite(file: string, error: unknown): CliError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EEXIST')
    return new CliError(
      2,
      `The file ${file} exists and was not overwritten: a lost key cannot be recovered. Name another file.`,
    );
  return new CliError(
    1,
    `The file ${file} cannot be written (${code}). Name a file in a folder where you may write.`,
  );
}
