// An input that the rules refuse: `word` says why, `index` names the weight, where there is one.
export class Refused extends Error {
    constructor(word, index) {
        super(index === undefined ? word : `${word} at ${index}`);
        this.word = word;
        this.index = index;
    }
}
