import { afterAll, beforeAll, expect } from 'vitest';
import { rule } from './rules.js';
import { startService, told, type Payload, type Service } from './service.js';

/** Of the file whose tests run: it calls `useService` first. */
export let service: Service;

export function useService(): void {
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());
}

export type Shape = 'sale' | 'rent';

/** Values at a pointer that pass, and values that do not: `[value, code]`, or `[value, code, pointer]` where another is named. */
export interface Field {
  shapes: readonly Shape[];
  pointer: string;
  good: readonly unknown[];
  bad: readonly (readonly [value: unknown, code: string, pointer?: string])[];
}

export const both = ['sale', 'rent'] as const;
export const sale = ['sale'] as const;
export const rent = ['rent'] as const;

/** Stands for taking the field out. */
export const absent = undefined;

export function payloadOf(shape: Shape, pointer: string, value: unknown): Payload {
  const payload = structuredClone(shape === 'sale' ? service.sale('F1') : service.rental('F1'));
  const keys = pointer.slice(1).split('/');
  const last = keys.pop() ?? '';
  let at = payload;
  for (const key of keys)
    at = (at[key] ??= /^\d$/.test(keys[keys.indexOf(key) + 1] ?? last) ? [] : {}) as Payload;
  if (value === absent) Reflect.deleteProperty(at, last);
  else at[last] = typeof value === 'function' ? (value as () => unknown)() : value;
  return payload;
}

export async function verdicts(payloads: readonly Payload[]): Promise<string[][]> {
  if (payloads.length === 0) return [];
  const { status, body } = await service.client.post('/validate', { listings: payloads });
  expect(status).toBe(200);
  return body.results.map((item) => told(item));
}

export function field(
  id: string,
  where: string | readonly string[],
  says: string,
  { shapes, pointer, good, bad }: Field,
): void {
  rule(id, where, says, async () => {
    for (const shape of shapes) {
      const passing = await verdicts(good.map((value) => payloadOf(shape, pointer, value)));
      expect(passing.map((verdict, index) => [good[index], verdict])).toEqual(
        good.map((value) => [value, ['accepted']]),
      );
      if (bad.length === 0) continue;
      const refused = await verdicts(bad.map(([value]) => payloadOf(shape, pointer, value)));
      bad.forEach(([value, code, at = pointer], index) => {
        expect([value, refused[index]]).toEqual([value, expect.arrayContaining([`${code} ${at}`])]);
      });
    }
  });
}

export const text = (length: number): string => 'x'.repeat(length);
export const url = (length: number): string => `https://slike.example.com/${text(length - 26)}`;
export const badUrls = [
  ['', 'invalid_format'],
  ['http://slike.example.com/1.jpg', 'invalid_format'],
  ['https://192.0.2.7/1.jpg', 'invalid_format'],
  ['https://[2001:db8::7]/1.jpg', 'invalid_format'],
  ['https://localhost/1.jpg', 'invalid_format'],
  ['https://slike.local/1.jpg', 'invalid_format'],
  ['https://slike.example.com:8443/1.jpg', 'invalid_format'],
  ['https://ana:tajna@slike.example.com/1.jpg', 'invalid_format'],
  ['slike.example.com/1.jpg', 'invalid_format'],
  [url(2049), 'too_big'],
  [7, 'invalid_type'],
] as const;
