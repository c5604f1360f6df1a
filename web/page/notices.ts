/** The licences of what others wrote: a file that the build writes into the page's own folder. */
export const kNotices = 'THIRD_PARTY_NOTICES.txt';
