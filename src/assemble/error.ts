/** Something a person must put right before anything can start: one paragraph, no stack. */
export class AssemblyError extends Error {
  constructor(
    readonly code: 'locked' | 'key' | 'store' | 'disk' | 'listen',
    message: string,
  ) {
    super(message);
    this.name = 'AssemblyError';
  }
}
