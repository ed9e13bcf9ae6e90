/** What moves the cards: 45 kB that nobody needs before the first picture. */
export { domMax as default } from 'framer-motion';
