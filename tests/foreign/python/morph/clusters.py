"""Cluster boxes (spec 7.1): six floats a box, those of the base's clusters, then those of each target's deltas."""

from . import bounds
from .blend import add_targets
from .refused import Refused
from .weights import set_weights

_MOST = 64
_NORMAL = 2.0**-126


def cluster_boxes(base, targets, clusters):
    """The floats of all boxes (N10, N11), for the cluster of each vertex."""
    bounds.base_box(base)  # N8
    count = _check(clusters, targets.vertices)
    zeros = [0.0] * 3 * targets.vertices
    floats = _boxes_of(base["POSITION"], clusters, count)
    for target in range(len(targets)):
        # What a target's deltas are for every vertex: zeros with the target of weight 1 over them.
        floats += _boxes_of(add_targets("POSITION", zeros, targets, [(target, 1.0)]), clusters, count)
    return floats


def uniform(clusters, targets, rows, stride):
    """The uniform of shaders that make boxes (N13)."""
    count = max(clusters) + 1
    return [count, 1 << (count - 1).bit_length(), targets, rows, stride, 0, 0, 0]


def row_box(boxes, targets, weights):
    """The box of a row of weights (N14, N15)."""
    weights = set_weights(weights, targets)
    count = len(boxes) // (6 * (1 + targets))

    def box(number):
        return boxes[6 * number : 6 * number + 3], boxes[6 * number + 3 : 6 * number + 6]

    grown = []
    for cluster in range(count):
        deltas = [box((1 + target) * count + cluster) for target in range(targets)]
        moving = [
            ((weight, weight), delta)
            for weight, delta in zip(weights, deltas)
            if weight != 0 and any(delta[0] + delta[1])
        ]
        grown.append(bounds.widen(box(cluster), moving))
    lows, highs = zip(*grown)
    return [min(axis) for axis in zip(*lows)], [max(axis) for axis in zip(*highs)]


def _check(clusters, vertices):
    """The number of clusters (N12)."""
    if len(clusters) != vertices or max(clusters) >= _MOST or set(clusters) != set(range(max(clusters) + 1)):
        raise Refused("clusters")
    return max(clusters) + 1


def _boxes_of(points, clusters, count):
    """The floats of the boxes around the points of each cluster."""
    floats = []
    for cluster in range(count):
        of = [points[3 * vertex : 3 * vertex + 3] for vertex, own in enumerate(clusters) if own == cluster]
        floats += [0.0 - _outwards(-min(axis)) for axis in zip(*of)]
        floats += [_outwards(max(axis)) for axis in zip(*of)]
    return floats


def _outwards(side):
    """The least number that is not below, and neither subnormal nor -0 (N11)."""
    if side == 0 or -_NORMAL < side < 0:
        return 0.0
    return max(side, _NORMAL) if side > 0 else side
