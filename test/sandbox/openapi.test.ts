import { Validator } from '@seriousme/openapi-schema-validator';
import { format } from 'prettier';
import { describe, expect, it } from 'vitest';
import { signedRefusalCodes } from '../../src/sandbox/refusal.js';
import { openApiDocument } from '../../src/sandbox/openapi.js';
import { operations } from '../../src/sandbox/operations.js';
import { errorCodes } from '../../src/wire/error-codes.js';
import { defaultProtocol } from '../../src/wire/protocol.js';
import { createBench } from './partner.js';

const document = openApiDocument(defaultProtocol);
const written = JSON.stringify(document);

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('is the one that is committed', async () => {
    const text = await format(written, { parser: 'json', printWidth: 110 });
    await expect(text).toMatchFileSnapshot('../../src/sandbox/openapi.json');
  });

  it('is served by the sandbox', async () => {
    const { sandbox } = await createBench();
    const reply = await sandbox.fetch(new Request('http://localhost/_sandbox/openapi.json'));
    expect(await reply.json()).toEqual(document);
  });

  it('tells of all fifteen operations, each with its signed headers and replies', () => {
    const paths = document.paths as Record<string, Record<string, Record<string, unknown>>>;
    const told = Object.values(paths).flatMap((methods) => Object.values(methods));
    expect(told.map((each) => each.operationId).sort()).toEqual(operations.map(({ name }) => name).sort());
    expect(told).toHaveLength(15);
    for (const each of told) expect((each.parameters as unknown[]).length).toBeGreaterThanOrEqual(6);
  });

  it('names every code of the spec, and the fourteen refusals of a signed request', () => {
    const named = new Set(
      [...written.matchAll(/"enum":(\[[^\]]*\])/g)].flatMap(([, list = '']) => JSON.parse(list) as string[]),
    );
    expect(signedRefusalCodes).toHaveLength(14);
    expect([...errorCodes, ...signedRefusalCodes].filter((code) => !named.has(code))).toEqual([]);
  });

  it('refers only to what it holds', () => {
    const { components } = document as { components: Record<string, Record<string, unknown>> };
    const missing = [...written.matchAll(/"\$ref":"#\/components\/(\w+)\/([\w-]+)"/g)].filter(
      ([, kind = '', name = '']) => components[kind]?.[name] === undefined,
    );
    expect(missing).toEqual([]);
  });
});
