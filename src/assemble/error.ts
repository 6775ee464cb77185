/** A problem that the operator must fix before anything can start. The message is one paragraph, shown without a stack. */
export class AssemblyError extends Error {
  constructor(
    readonly code: 'locked' | 'key' | 'store' | 'disk' | 'listen',
    message: string,
  ) {
    super(message);
    this.name = 'AssemblyError';
  }
}
