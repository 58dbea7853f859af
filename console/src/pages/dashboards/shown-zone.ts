import { isTimeZone } from '../../preferences/time-zones.js';

/** The zone of a dashboard, or the viewer's if it has none or one that the browser does not know. */
export const shownZone = (zone: string, preferred: string): string =>
  zone !== '' && isTimeZone(zone) ? zone : preferred;
