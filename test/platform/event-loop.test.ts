import { describe, expect, it } from 'vitest';
import { inTurnOfItsOwn, letOthersRun } from '../../src/platform/event-loop.js';

describe('letting others run', () => {
  it('lets one of those who compute beside each other go on in each turn of the loop', async () => {
    let turn = 0;
    let isOver = false;
    const count = (): void => {
      turn += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const turnsOfPieces: number[] = [];
    const compute = async (pieces: number): Promise<void> => {
      for (let piece = 0; piece < pieces; piece++) {
        await letOthersRun();
        turnsOfPieces.push(turn);
      }
    };
    await Promise.all([compute(5), compute(5), compute(2)]);
    isOver = true;
    expect(turnsOfPieces).toHaveLength(12);
    expect(new Set(turnsOfPieces).size).toBe(12);
  });

  it('takes them in their order', async () => {
    const order: string[] = [];
    const ask = async (name: string): Promise<void> => {
      await letOthersRun();
      order.push(name);
    };
    await Promise.all(['first', 'second', 'third'].map(ask));
    expect(order).toEqual(['first', 'second', 'third']);
  });
});

describe('a turn of its own', () => {
  it('lets the first of a turn go on at once, and the others one a turn', async () => {
    let turn = 0;
    let isOver = false;
    const count = (): void => {
      turn += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const begun: number[] = [];
    const begin = async (): Promise<void> => {
      await inTurnOfItsOwn();
      begun.push(turn);
    };
    await Promise.all([begin(), begin(), begin()]);
    await new Promise((resolve) => setImmediate(resolve));
    await begin();
    isOver = true;
    expect(begun[0]).toBe(0);
    expect(new Set(begun).size).toBe(4);
  });
});
