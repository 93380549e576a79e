/* Choice of a layout (spec 8). */
#include "morph.h"

MorphReason morph_choose(uint64_t vertices, uint64_t targets, const MorphBands *bands, MorphStage stage,
                         const MorphLimits *limits, MorphChoice *choice) {
    MorphReason reason = morph_check_not_empty(vertices, targets, bands); /* C4 */
    if (reason != MORPH_OK) return reason;
    uint64_t needed = stage == MORPH_VERTEX_STAGE ? 2 : 4; /* C1 */
    MorphLinear buffer;
    bool fits = morph_linear(vertices, targets, bands, limits->binding, &buffer) == MORPH_OK;
    if (limits->storage_buffers >= needed && fits) { /* C2 */
        *choice = MORPH_CHOSE_LINEAR;
        return MORPH_OK;
    }
    MorphTexture texture;
    *choice = MORPH_CHOSE_TEXTURE; /* C3 */
    return morph_tiled_texture(vertices, targets, bands, limits->dimension, limits->layers, &texture);
}
