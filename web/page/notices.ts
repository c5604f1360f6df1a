/** Files that the build writes into the page's own folder: the licences of what others wrote. */
export const kNotices = 'THIRD_PARTY_NOTICES.txt';
/** Who wrote the picture books that both models of stories learned from. */
export const kCreditsOfStories = 'credits-of-stories.txt';
/** Who wrote the texts in modern Chinese. */
export const kCreditsOfChinese = 'credits-of-zh.txt';
/** Who wrote the picture books among the pairs, which are the same for both translators. */
export const kCreditsOfPairs = 'credits-of-en-zh.txt';
