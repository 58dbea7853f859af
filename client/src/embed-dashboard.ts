/** Where and how to show a dashboard. */
export interface EmbedOptions {
  /** The URL of the service, such as `https://weir.example.com`. */
  readonly url: string;
  /** The ID of the dashboard. */
  readonly dashboard: string;
  /** The ID of the only tile to show. */
  readonly tile?: string;
  /**
   * A token for the dashboard, from your back end. Called again shortly before a token expires. Never put an Application's secret
   * into a web page.
   */
  readonly getToken: () => string | Promise<string>;
  /** By default that of the viewer's system. */
  readonly theme?: 'light' | 'dark';
  /** Names the frame for screen readers, by default `Dashboard`. */
  readonly title?: string;
}

/** What the frame asks for, and what it is told. `shared/around.ts` of the console has the other side. */
interface FrameMessage {
  readonly weir?: 'token-wanted' | 'height';
  readonly height?: number;
}

/** Shows a dashboard in a web page, in a frame as wide as the element and as high as the dashboard. Returns what removes it. */
export function embedDashboard(element: HTMLElement, options: EmbedOptions): () => void {
  const url = new URL('shared', options.url.endsWith('/') ? options.url : `${options.url}/`);
  if (options.theme) url.searchParams.set('theme', options.theme);
  url.hash = [options.dashboard, ...(options.tile === undefined ? [] : [options.tile])].join('/');
  const frame = document.createElement('iframe');
  frame.title = options.title ?? 'Dashboard';
  frame.style.cssText = 'display: block; width: 100%; height: 400px; border: 0';

  const answer = async () => {
    let message: object;
    try {
      message = { weir: 'token', token: await options.getToken() };
    } catch {
      message = { weir: 'token' };
    }
    frame.contentWindow?.postMessage(message, url.origin);
  };
  const receive = ({ source, origin, data }: MessageEvent<FrameMessage | null>) => {
    if (source !== frame.contentWindow || origin !== url.origin) return;
    if (data?.weir === 'token-wanted') void answer();
    if (data?.weir === 'height' && typeof data.height === 'number') frame.style.height = `${data.height}px`;
  };
  window.addEventListener('message', receive);
  frame.src = url.href;
  element.append(frame);
  return () => {
    window.removeEventListener('message', receive);
    frame.remove();
  };
}
