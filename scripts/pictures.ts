/** `npm run pictures`: takes the pictures of the console that the README shows, with the sample data of a shop. */
import { takePictures } from '../tests/support/pictures.js';

const directory = 'docs/pictures';
for (const path of await takePictures(directory, { days: 120, ordersPerDay: 420 })) console.log(path);
