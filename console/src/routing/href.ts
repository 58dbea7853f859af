import type { RegisteredRouter } from '@tanstack/react-router';
import { stringifySearch } from './search.js';

type Routes = RegisteredRouter['routesByPath'];

/** The path of a route, such as `/pools/$id`. */
export type Path = keyof Routes;

/** The parameters of a route: those in its path, and those after the question mark. */
export type RouteValues<To extends Path> = Routes[To]['types']['allParams'] &
  Routes[To]['types']['fullSearchSchema'];

/** Only `href` makes one, so that the compiler checks every path and parameter. */
export type Href = string & { readonly isHref: true };

type Given<T> = Partial<T> extends T ? [values?: T] : [values: T];

/**
 * The URL of a view, such as `#/explore?metric=…`. It is a fragment: a link shares it, the service never receives it, and no view
 * collides with a path of the API.
 */
export const href = <To extends Path>(path: To, ...[values]: Given<RouteValues<To>>): Href =>
  hrefOf(path, { ...values });

/** For paths that the compiler cannot know. */
export function hrefOf(path: string, values: Record<string, unknown>): Href {
  const search = { ...values };
  const filled = path.replaceAll(/\$(\w+)/g, (_, name: string) => {
    delete search[name];
    return encodeURIComponent(String(values[name]));
  });
  return `#${filled}${stringifySearch(search)}` as Href;
}
