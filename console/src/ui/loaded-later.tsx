import { type FC, lazy, type ReactNode, Suspense, useState } from 'react';

/**
 * A component whose script is loaded when it is first shown, or before by `preloadScript`. After that it is shown at once: React's `lazy`
 * alone would show the fallback first, and for 300 ms even if the script is there.
 */
export function loadedLater<Props extends object>(
  load: () => Promise<{ default: FC<Props> }>,
  fallback: ReactNode,
): FC<Props> & { preloadScript(): Promise<unknown> } {
  let loaded: FC<Props> | undefined;
  const preloadScript = async () => {
    const module = await load();
    loaded = module.default;
    return module;
  };
  const late: FC<Props> = lazy(preloadScript);
  const choose = () => loaded ?? late;
  const component = (props: Props) => <Later choose={choose} fallback={fallback} given={props} />;
  return Object.assign(component, { preloadScript });
}

interface LaterProps<Given> {
  readonly choose: () => FC<Given>;
  readonly fallback: ReactNode;
  readonly given: Given;
}

function Later<Given extends object>({ choose, fallback, given }: LaterProps<Given>) {
  // What is shown stays the same component, which would lose its state otherwise.
  const [Shown] = useState(choose);
  return (
    <Suspense fallback={fallback}>
      <Shown {...given} />
    </Suspense>
  );
}
