import { type RefObject, useEffect, useState } from 'react';
import { announce } from '../../ui/announcer.js';

/** Whether an element fills the screen, and a function that changes it. */
export function useFullScreen(element: RefObject<HTMLElement | null>): readonly [boolean, () => void] {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const changed = () => setFull(document.fullscreenElement === element.current && element.current !== null);
    document.addEventListener('fullscreenchange', changed);
    return () => document.removeEventListener('fullscreenchange', changed);
  }, [element]);
  const toggle = () => {
    const change = document.fullscreenElement
      ? document.exitFullscreen()
      : element.current?.requestFullscreen();
    change?.catch(() => announce('The browser refuses the full screen'));
  };
  return [isFull, toggle];
}
