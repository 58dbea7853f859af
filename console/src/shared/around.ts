/**
 * The page around this one, if it is in a frame: `embedDashboard` of `@weir/client`. It is asked for tokens and told how high the
 * dashboard is. Any page may be around it, because it has no rights but those of the token that it is given.
 */
interface AroundMessage {
  readonly weir?: 'token';
  /** Undefined if there is none. */
  readonly token?: unknown;
}

const answerMsMax = 30_000;
/** A token is replaced this long before it expires. */
const renewalMarginMs = 60_000;

let current: { readonly token: string; readonly renewAt: number } | undefined;

/** A token from the page around, kept until shortly before it expires. */
export async function tokenFromAround(): Promise<string> {
  if (current && Date.now() < current.renewAt) return current.token;
  const token = await askForToken();
  current = { token, renewAt: expiresAt(token) - renewalMarginMs };
  return token;
}

function askForToken(): Promise<string> {
  return new Promise((resolve, reject) => {
    const receive = ({ source, data }: MessageEvent<AroundMessage | null>) => {
      if (source !== window.parent || data?.weir !== 'token') return;
      end();
      if (typeof data.token === 'string') resolve(data.token);
      else reject(new Error('The page around this dashboard has no token for it.'));
    };
    const timer = window.setTimeout(() => {
      end();
      reject(new Error('The page around this dashboard gave no token for it.'));
    }, answerMsMax);
    const end = () => {
      window.clearTimeout(timer);
      window.removeEventListener('message', receive);
    };
    window.addEventListener('message', receive);
    // Says nothing but that a token is wanted, so it may reach any page.
    window.parent.postMessage({ weir: 'token-wanted' }, '*');
  });
}

function expiresAt(token: string): number {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return Number((JSON.parse(window.atob(payload)) as { exp: number }).exp) * 1000;
  } catch {
    return 0;
  }
}

/** Tells the page around how high this one is, now and when that changes. Returns what ends it. */
export function tellHeight(element: HTMLElement): () => void {
  if (window.parent === window) return () => undefined;
  const observer = new ResizeObserver(() => {
    window.parent.postMessage({ weir: 'height', height: Math.ceil(element.scrollHeight) }, '*');
  });
  observer.observe(element);
  return () => observer.disconnect();
}
