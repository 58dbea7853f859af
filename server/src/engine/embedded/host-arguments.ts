/** Command-line arguments of the engine's process. */
export interface HostArguments {
  readonly enginePath: string;
  readonly configFile: string;
  readonly socketPath: string;
  readonly readersMax: number;
  readonly exportsMax: number;
  readonly writersMax: number;
  readonly controlMax: number;
}

export function toArgv(args: HostArguments): string[] {
  return [JSON.stringify(args)];
}

export function hostArguments(argv: readonly string[]): HostArguments {
  return JSON.parse(argv[2] ?? '') as HostArguments;
}
