import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { measuredVariable, slowestFirst, type Measured } from './times.js';

/** Writes what each test file took. */
export default class TimesReporter implements Reporter {
  #startedAt = 0;

  onInit(): void {
    this.#startedAt = performance.now();
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const path = process.env[measuredVariable];
    if (path === undefined) return;
    const files = modules.map((module) => ({
      project: module.project.name,
      file: module.relativeModuleId.startsWith('test/')
        ? module.relativeModuleId
        : join('test', module.relativeModuleId),
      tests: [...module.children.allTests()].length,
      seconds: secondsOf(module.diagnostic().duration),
    }));
    const measured: Measured = {
      seconds: secondsOf(performance.now() - this.#startedAt),
      files: slowestFirst(files),
    };
    writeFileSync(path, JSON.stringify(measured));
  }
}

function secondsOf(ms: number): number {
  return Math.round(ms / 100) / 10;
}
